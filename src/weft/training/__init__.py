"""From pages with known content to models; needs the extra `[train]`."""
