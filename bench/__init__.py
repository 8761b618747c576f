"""The bench: weft and its peers on the same pages in the same run. Not shipped."""
