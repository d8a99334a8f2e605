/** Names without digits, as people give them. */

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const towns = list(`
  arles bergen cadiz delft evora faro ghent hull izmir jena kiruna lucca mainz narvik oulu parma quimper ravenna
  siena turku ulm verona wismar xanten ypres zwolle tromso malmo pisa bari leeds tours graz split zadar brno`);
export const rivers = list(`
  amstel bosna cher drava ebro fulda garonne havel isar jiu kemi loire maas neckar oder po rhone saone tisza unstrut
  volga weser yonne zambezi ticino adige vistula dniester severn tagus minho douro sava tarn lot aude`);
export const birds = list(`
  avocet bittern crane dunlin egret finch grebe heron ibis jay kestrel linnet merlin nuthatch osprey plover quail
  raven siskin tern vulture wren yaffle petrel puffin gannet skua curlew lapwing godwit whimbrel stilt knot ruff`);
export const regions = list('baltic iberia levant nordic alpine adriatic celtic balkan');
export const customers = list(
  'matinee stadium chapel newsroom lecture harbour kitchen arcade parliament zoo opera classroom raceway festival',
);
const subjects = list(`
  river tower garden stage anthem morning evening debate sermon derby market lounge bridge gallery summit panda
  regatta choir forum studio balcony court tunnel valley orchard cellar meadow lagoon quarry beacon`);
const forms = list('cam live show feed hour talk room night wide close main reel stream eye');

/** Keys of streams, all different. */
export const streamKeys: readonly string[] = subjects.flatMap((subject) =>
  forms.map((form) => `${subject}${form}`),
);
