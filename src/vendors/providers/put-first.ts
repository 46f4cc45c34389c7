import type { RouteStop } from './route.ts';

/** The providers that calls are sent to first: by weight if the route has any, else its first one. */
export function firstsOf(stops: readonly RouteStop[]): string[] {
  const weighted = stops.filter(({ weight = 0 }) => weight > 0);
  return (weighted.length > 0 ? weighted : stops.slice(0, 1)).map(({ code }) => code);
}

/** The route with one provider first, which also takes over the weight of the one that it replaces. */
export function putFirst(
  stops: readonly RouteStop[],
  code: string,
  instead: string,
): readonly RouteStop[] {
  const weightOf = (of: string) => stops.find((stop) => stop.code === of)?.weight ?? 0;
  const both = weightOf(code) + weightOf(instead);
  const weighted = stops.map((stop) => {
    if (stop.weight === undefined || both === 0) return stop;
    if (stop.code === code) return { ...stop, weight: both };
    return stop.code === instead ? { code: instead, weight: 0 } : stop;
  });
  const isIt = (stop: RouteStop) => stop.code === code;
  return [...weighted.filter(isIt), ...weighted.filter((stop) => !isIt(stop))];
}
