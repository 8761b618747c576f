"""What pages say of themselves, weft's answers beside those of other tools (`python -m bench metadata`)."""
