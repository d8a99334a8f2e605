import { MINUTE_MS } from '../../base/durations.ts';
import type { Bill } from '../problem.ts';

/** Viewer-minutes that were lost until `now` (Unix ms). */
export const viewerMinutes = (bill: Bill, now: number): number =>
  bill.viewerMinutes + (bill.lost * Math.max(0, now - bill.at)) / MINUTE_MS;

/**
 * The bill of an incident that continues others, and loses so many viewers from now on. One that is new has lost them since
 * it began. The same object as long as nothing changes; undefined as long as nobody is lost.
 */
export function billOf(
  earlier: readonly (Bill | undefined)[],
  lost: number,
  { began, now }: { readonly began: number; readonly now: number },
): Bill | undefined {
  const bills = earlier.filter((bill) => bill !== undefined);
  const [only, other] = bills;
  if (!only) return lost > 0 ? { viewerMinutes: 0, lost, at: began } : undefined;
  if (!other && only.lost === lost) return only;
  return { viewerMinutes: bills.reduce((sum, bill) => sum + viewerMinutes(bill, now), 0), lost, at: now };
}
