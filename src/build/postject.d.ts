/** Writes data into an executable under a name; the sentinel says that it has some. */
declare module 'postject' {
  export function inject(
    file: string,
    name: string,
    data: Buffer,
    options: { readonly sentinelFuse: string; readonly machoSegmentName?: string },
  ): Promise<void>;
}
