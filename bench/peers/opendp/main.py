"""A histogram of queries under differential privacy by OpenDP. Standard input: a file of tab-separated rows, epsilon, delta, queries of a person, each a line. Tells processor seconds as JSON."""

import json
import sys
import time
import warnings

import opendp.prelude as dp
import polars as pl

dp.enable_features("contrib")
warnings.simplefilter("ignore")
path, epsilon, delta, per_user = sys.stdin.read().split("\n")[:4]

started = time.process_time()
log = pl.scan_csv(path, separator="\t", quote_char=None).select("AnonID", "Query")
context = dp.Context.compositor(
    data=log,
    privacy_unit=dp.unit_of(contributions=1, identifier=pl.col("AnonID")),
    privacy_loss=dp.loss_of(epsilon=float(epsilon), delta=float(delta)),
    split_evenly_over=1,
)
counts = (
    context.query()
    .truncate_per_group(1, by=["Query"])
    .truncate_num_groups(int(per_user), by=["Query"], keep="first")
    .group_by("Query")
    .agg(dp.len())
)
released = counts.release().collect()
print(json.dumps({"seconds": time.process_time() - started, "released": len(released)}))
