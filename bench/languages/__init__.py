"""`python -m bench languages`: which language a text is in, by weft and by its peers; and how weft's model is made."""
