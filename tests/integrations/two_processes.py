"""What each of two processes does: score its share of the documents, and sum the counts over both."""

import os

import torch
import torch.distributed

from corefscope.integrations.torchmetrics import CoreferenceScore
from integrations.made import GOLD, PREDICTED

METRICS = ("muc", "b3", "ceafe", "blanc", "lea", "conll")


def worker(rank, port, path):
    """Documents 0 and 2 in one process, 1 in the other; both must see the scores of all three."""
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "GLOO_SOCKET_IFNAME": "lo"}
    torch.distributed.init_process_group("gloo", rank=rank, world_size=2)
    metric = CoreferenceScore(METRICS, preset="e2e")
    for number in range(rank, len(GOLD), 2):
        metric.update([PREDICTED[number]], [GOLD[number]])
    found = {name: value.item() for name, value in metric.compute().items()}
    torch.save(found, f"{path}/{rank}.pt")
    torch.distributed.destroy_process_group()
