import { useSyncExternalStore } from 'react';
import { type SampleState, samples } from '../store.ts';

const atRest: SampleState = { trackId: null, status: 'idle' };

export const useSamples = (): SampleState =>
  useSyncExternalStore(samples.subscribe, samples.getState, () => atRest);
