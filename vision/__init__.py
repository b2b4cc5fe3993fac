"""From a picture to dice: decoding, detection, overlay. Knows no web page and no score."""
