### The installed page: the screen that stays on, and no server.

awake-insecure = The screen may switch off while you play: browsers let a page keep it on only over HTTPS. Set a longer screen timeout in the settings of this device.
awake-secure = There is no live camera on plain HTTP either: how to get both
awake-unsupported = The screen may switch off while you play: this browser cannot keep it on. Set a longer screen timeout in the settings of this device.
awake-refused = The screen may switch off while you play: this device does not allow the page to keep it on, perhaps to save power.
offline-title = Dicesight cannot be reached
offline-words = This device has no connection to the computer that runs Dicesight. Is it in the same network, and is Dicesight running?
offline-safe = The scores are kept on that computer. None are shown here, because they could be out of date.
offline-again = Try again now
