import { createWithholder } from '../../../src/views/report/withhold.ts';

/** The time of withholding in a text with this many different addresses and names, ms; the shortest of five. */
export async function withhold(...sizes: string[]): Promise<number[]> {
  const took = (size: number) => {
    const text = Array.from(
      { length: size },
      (_, index) => `Login of user-${index} from 10.${index >> 16}.${(index >> 8) & 255}.${index & 255}, `,
    ).join('');
    const began = performance.now();
    createWithholder(['operator']).clean(text);
    return performance.now() - began;
  };
  took(1_000);
  return sizes.map((size) => Math.min(...Array.from({ length: 5 }, () => took(Number(size)))));
}
