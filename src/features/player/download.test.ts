import { describe, expect, it } from 'vitest';
import { downloadPath } from './download.ts';

describe('the address of a download', () => {
  it('DWN-01, DWN-02: names the track by id, and carries any name safely', () => {
    const path = downloadPath({ id: 't1', name: 'São João "final"; v2/3.mp3' });
    const url = new URL(path, 'http://localhost');
    expect(url.pathname).toBe('/audio/t1');
    expect(url.searchParams.get('download')).toBe('true');
    expect(url.searchParams.get('filename')).toBe('São João "final"; v2/3.mp3');
  });
});
