import { InputNumber } from 'antd';
import type { ReactElement } from 'react';
import type {
  Stop,
  StopConversion,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useProvidersWords } from './providers-words.ts';

/** The weight of a stop, the one to which it can fall by conversion, and the figures that decide. */
export function StopWeight({
  stop,
  canFollow,
  conversion,
  onChange,
}: {
  stop: Stop;
  canFollow: boolean;
  conversion: StopConversion | undefined;
  onChange(stop: Stop): void;
}): ReactElement {
  const say = useProvidersWords();
  const { code, weight = 0, minWeight } = stop;
  const set = (next: number, least: number | undefined) =>
    onChange(
      least === undefined || next === 0
        ? { code, weight: next }
        : { code, weight: next, minWeight: Math.min(least, next) },
    );
  return (
    <>
      <span className="stop-weight">
        {canFollow && (
          <label className="stop-fact">
            <span>{say('minWeight')}</span>
            <InputNumber
              size="small"
              aria-label={say('minWeightLabel', { code })}
              min={1}
              max={Math.max(1, weight)}
              precision={0}
              disabled={weight === 0}
              value={minWeight ?? null}
              placeholder={say('minWeightNone')}
              onChange={(least) => set(weight, least ?? undefined)}
            />
          </label>
        )}
        <label className="stop-fact">
          <span>{say('weight')}</span>
          <InputNumber
            size="small"
            aria-label={say('weightLabel', { code })}
            min={0}
            max={1000}
            precision={0}
            value={weight}
            onChange={(next) => set(next ?? 0, minWeight)}
          />
        </label>
      </span>
      {conversion && (
        <span className="stop-conversion">
          {say('conversion', {
            approved: conversion.approved,
            numbers: conversion.numbers,
            weight: Math.round(conversion.weight),
          })}
        </span>
      )}
    </>
  );
}
