import cluster from 'node:cluster';

/** Set for the one worker whose daily purge it is: two of them would erase the same files. */
export const purgingWorker = { WORKER_PURGES: 'yes' };

/** What this process does. By itself it does everything; one of several leaves some of it to another. */
export const role = {
  /** Whether another process has started this one and watches over it: it counts submissions and gathers metrics for all. */
  isWorker: cluster.isWorker,
  purges: !cluster.isWorker || process.env['WORKER_PURGES'] === purgingWorker.WORKER_PURGES,
};
