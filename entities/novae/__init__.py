"""NovaCat: novae, their names, data products, files, references and workflow runs."""
