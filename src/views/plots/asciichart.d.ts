// asciichart ships no types of its own; this is the part that plots.ts uses.
declare module 'asciichart' {
  interface PlotConfig {
    readonly height?: number;
    readonly min?: number;
    readonly max?: number;
    readonly offset?: number;
    readonly padding?: string;
    readonly format?: (value: number, row: number) => string;
  }
  const asciichart: { plot(series: readonly number[], config?: PlotConfig): string };
  export default asciichart;
}
