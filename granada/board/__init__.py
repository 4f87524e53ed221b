"""What lies on the table: money and payments, tiles and their sets, layouts and the building rules, cities."""
