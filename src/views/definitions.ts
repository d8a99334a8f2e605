/** What the screens mean by their words; the help shows them, and one place in the code works each of them out. */
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
    word: '≥ ≤',
    meaning:
      'of a time: the problem stood already when castwatch first looked, so it began then or before and lasts for at least so long',
  },
  {
    word: 'Zombie',
    meaning: 'published, but without incoming bandwidth and without a new byte for some polls',
  },
];
