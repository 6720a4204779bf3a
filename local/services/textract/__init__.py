"""A recogniser that speaks Textract's protocol: it reads the text that a PDF itself holds, and no pixels."""
