"""A histogram of queries under differential privacy by PipelineDP without a cluster. Standard input: a file of tab-separated rows, epsilon, delta, queries of a person, each a line. Tells processor seconds as JSON."""

import json
import sys
import time

import pipeline_dp

path, epsilon, delta, per_user = sys.stdin.read().split("\n")[:4]


def rows():
    with open(path, encoding="utf-8") as log:
        next(log)
        for line in log:
            fields = line.split("\t", 2)
            yield fields[0], fields[1]


started = time.process_time()
accountant = pipeline_dp.NaiveBudgetAccountant(total_epsilon=float(epsilon), total_delta=float(delta))
engine = pipeline_dp.DPEngine(accountant, pipeline_dp.LocalBackend())
counted = engine.aggregate(
    rows(),
    pipeline_dp.AggregateParams(
        metrics=[pipeline_dp.Metrics.PRIVACY_ID_COUNT],
        max_partitions_contributed=int(per_user),
        max_contributions_per_partition=1,
    ),
    pipeline_dp.DataExtractors(
        privacy_id_extractor=lambda row: row[0],
        partition_extractor=lambda row: row[1],
        value_extractor=lambda row: 0,
    ),
)
accountant.compute_budgets()
released = sum(1 for _ in counted)
print(json.dumps({"seconds": time.process_time() - started, "released": released}))
