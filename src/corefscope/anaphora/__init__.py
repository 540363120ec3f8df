"""What stands beside identity: split antecedents, bridging, discourse deixis, non-referring markables, zeros."""
