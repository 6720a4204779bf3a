"""Commands of operators that speak to AWS."""
