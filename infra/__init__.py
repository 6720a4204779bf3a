"""The deployment: tables, functions, AppSync, auth and alarms, generated from the same declarations as the code."""
