"""Tells Gymnasium of the environments, when that is imported (the entry point `gymnasium.envs`)."""


def register():
    from gymnasium.envs.registration import register as add
    add(id="pentocity/Pentocity-v0", entry_point="pentocity.gym:PentocityEnv",
        vector_entry_point="pentocity.gym:PentocityVectorEnv")
