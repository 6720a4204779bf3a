"""How far it scales: a model from key templates and item sizes, and a simulation that knows neither."""
