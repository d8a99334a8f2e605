/** Definitions of the words on the screens, as the help shows them. Each is computed in one place of the code. */
export const definitions: readonly { readonly word: string; readonly meaning: string }[] = [
  {
    word: 'Unhealthy',
    meaning:
      'a published stream with a bad grade or a score below the threshold, one that is watched but has no data or no incoming bytes, or one with a standing problem',
  },
  {
    word: 'At risk',
    meaning:
      'viewers × (1 − health/100); all viewers where nothing comes in; where a stream flaps, the audience that its restarts interrupt',
  },
  {
    word: 'Viewers',
    meaning: 'of a stream in a problem: summed over its copies on all applications',
  },
  {
    word: 'GONE',
    meaning:
      'a server that has been missing from the topology for three polls; its figures are dim and the last known ones: Load was 65%',
  },
  {
    word: '≥ ≤',
    meaning:
      'of a time: the problem stood already when castwatch first looked, so it began then or before and lasts for at least so long',
  },
  {
    word: '↑',
    meaning: 'before a problem: it was less severe when it began',
  },
  {
    word: '↗ → ↘',
    meaning:
      'of a problem: what decides it rises, stays or falls; ↗5m of a load: full in 5 minutes if it goes on like this',
  },
  {
    word: 'Part hit',
    meaning:
      'ingest is the way from the publisher to the cluster, delivery the way to the viewers, transcoding lies between',
  },
  {
    word: 'With it',
    meaning: 'what follows from a problem and is not listed by itself',
  },
  {
    word: 'Next to it',
    meaning: 'which servers could take its load, or whether what runs beside it is well',
  },
  {
    word: 'Zombie',
    meaning: 'published, but without incoming bandwidth and without a new byte for some polls',
  },
];
