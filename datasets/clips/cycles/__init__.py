"""Photorealistic clips, by Blender's Cycles. Needs bpy."""
