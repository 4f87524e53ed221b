"""Pictures: glyphs, drawings in text, SVG."""
