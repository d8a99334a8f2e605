/** Names without digits, as people give them. */

export interface Words {
  readonly towns: readonly string[];
  readonly rivers: readonly string[];
  readonly birds: readonly string[];
  readonly regions: readonly string[];
  readonly customers: readonly string[];
  /** Keys of streams, all different. */
  readonly streamKeys: readonly string[];
}

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

const towns = list(`
  arles bergen cadiz delft evora faro ghent hull izmir jena kiruna lucca mainz narvik oulu parma quimper ravenna
  siena turku ulm verona wismar xanten ypres zwolle tromso malmo pisa bari leeds tours graz split zadar brno`);
const rivers = list(`
  amstel bosna cher drava ebro fulda garonne havel isar jiu kemi loire maas neckar oder po rhone saone tisza unstrut
  volga weser yonne zambezi ticino adige vistula dniester severn tagus minho douro sava tarn lot aude`);
const birds = list(`
  avocet bittern crane dunlin egret finch grebe heron ibis jay kestrel linnet merlin nuthatch osprey plover quail
  raven siskin tern vulture wren yaffle petrel puffin gannet skua curlew lapwing godwit whimbrel stilt knot ruff`);
const regions = list('baltic iberia levant nordic alpine adriatic celtic balkan');
const customers = list(
  'matinee stadium chapel newsroom lecture harbour kitchen arcade parliament zoo opera classroom raceway festival',
);
const subjects = list(`
  river tower garden stage anthem morning evening debate sermon derby market lounge bridge gallery summit panda
  regatta choir forum studio balcony court tunnel valley orchard cellar meadow lagoon quarry beacon`);
const forms = list('cam live show feed hour talk room night wide close main reel stream eye');

const keysOf = (first: readonly string[], last: readonly string[]): readonly string[] =>
  first.flatMap((subject) => last.map((form) => `${subject}${form}`));

export const plainWords: Words = {
  towns,
  rivers,
  birds,
  regions,
  customers,
  streamKeys: keysOf(subjects, forms),
};

/** The same words in other places; keys that begin or end alike still do. */
export const otherWords: Words = {
  towns: towns.toReversed(),
  rivers: rivers.toReversed(),
  birds: birds.toReversed(),
  regions: regions.toReversed(),
  customers: customers.toReversed(),
  streamKeys: keysOf(subjects.toReversed(), forms.toReversed()),
};
