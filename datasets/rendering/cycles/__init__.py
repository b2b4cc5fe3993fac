"""The path tracer: Blender's Cycles as a Python module. Nothing else in the project imports bpy."""
