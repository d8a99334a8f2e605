/** What a fault changes, as functions of objects (by index) and seconds from the first look. What is absent is as usual. */
export interface Effects {
  readonly isUp?: (server: number, t: number) => boolean;
  /** Factor of the viewers who come to an application. */
  readonly route?: (app: number, t: number) => number;
  /** Of those who do not come there any more, the part that goes elsewhere, and where; to all others where it is not said. */
  readonly returns?: number;
  readonly returnTo?: readonly number[];
  /** Factor of the audience of a stream, of all or at one application. */
  readonly crowd?: (stream: number, t: number) => number;
  readonly crowdAt?: (stream: number, app: number, t: number) => number;
  /** `silent`: it is listed as published, and nothing comes in. */
  readonly publishes?: (stream: number, t: number) => 'yes' | 'silent' | 'no';
  /** Factor of what its publisher sends. */
  readonly bitrate?: (stream: number, t: number) => number;
  /** Points that its health loses. */
  readonly sick?: (stream: number, t: number) => number;
  /** Part of what viewers ask for that an application delivers. */
  readonly delivers?: (app: number, t: number) => number;
  readonly appSick?: (app: number, t: number) => number;
  /** Speed of a transcoding application, 1 is as usual. */
  readonly transcodes?: (app: number, t: number) => number;
  /** Percent that are added. */
  readonly cpu?: (server: number, t: number) => number;
  readonly mem?: (server: number, t: number) => number;
  readonly isLinked?: (app: number, t: number) => boolean;
  /** Viewers beyond a limit are turned away. */
  readonly refuses?: boolean;
  /** The second of which the totals of the dashboard are. */
  readonly totalsOf?: (t: number) => number;
  /** Factor of its totals, which the groups do not have. */
  readonly totalsBy?: (t: number) => number;
  readonly journalEnds?: number;
  readonly nameOf?: (server: number, t: number) => string | undefined;
}
