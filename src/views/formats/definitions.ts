/** Definitions of the terms on the screens, for the help. Each term is computed in one place of the code. */
export const definitions: Readonly<Record<string, string>> = {
  Unhealthy:
    'a published stream with a bad grade or a score below the threshold, one that is watched but has no data, no incoming or no outgoing bytes, or one with a current problem, which is shown instead of a good score',
  'At risk': 'viewers × (1 − health/100); all viewers if nothing comes in or goes out',
  Affected:
    'viewers that a problem affects, over all copies of its streams: those who watch, are at risk, were lost or refused, or have bad health; its detail says which',
  GONE: 'a server that has been missing from the topology for three polls; its last known figures are shown dim: Load was 65%',
  'Amber, red':
    'a load at the threshold of its problem: warning, critical; bold is within 10 points below the warning',
  '≥ ≤':
    'of a time: the problem was already there when castwatch first looked; it began at that time or before, and has lasted at least that long',
  worse: 'before a problem: it has become more severe since it began',
  '↗ → ↘': 'of a problem: its figure rises, stays or falls',
  'Affected part':
    'ingest is the path from the publisher to the cluster, delivery the path to the viewers, transcoding is between them',
  Effects: 'problems that are caused by this one and are not listed on their own',
  Neighbours: 'which servers could take its load, or how many other streams of its application are healthy',
  Zombie: 'published, but without incoming bandwidth and without a new byte for some polls',
};
