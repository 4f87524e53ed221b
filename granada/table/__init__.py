"""Who sits round the table: setting up, views, simple players, whole games and their records."""
