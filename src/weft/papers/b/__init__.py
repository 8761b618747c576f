"""Paper B (Liu and others 2017): records of forums by repeated subtrees, beside MDR; H-K clusters, the centre page."""
