"""Annotation besides identity: split antecedents, bridging, discourse deixis, non-referring markables, zeros."""
