import { describe, expect, it, vi } from 'vitest';
import { isTicket, ZipWatch } from './progress.ts';

const stop = () => {};

describe('ZIPs on their way', () => {
  it('DWN-05: tells how far one is, to its own user only', () => {
    const watch = new ZipWatch();
    let sent = 0;
    watch.begin('ana', 'bilhete-1', 1000, () => sent, stop);
    sent = 400;
    expect(watch.read('ana', 'bilhete-1')).toEqual({ sent: 400, size: 1000, state: 'sending' });
    expect(watch.read('rui', 'bilhete-1')).toBe(null);
    expect(watch.read('ana', 'bilhete-2')).toBe(null);
    sent = 2000;
    watch.end('ana', 'bilhete-1', 'sent');
    expect(watch.read('ana', 'bilhete-1')).toEqual({ sent: 1000, size: 1000, state: 'sent' });
  });

  it('tells that one broke off, and takes up one that goes on', () => {
    const watch = new ZipWatch();
    watch.begin('ana', 'bilhete-1', 1000, () => 300, stop);
    watch.end('ana', 'bilhete-1', 'broken');
    expect(watch.read('ana', 'bilhete-1')).toEqual({ sent: 300, size: 1000, state: 'broken' });
    watch.begin('ana', 'bilhete-1', 1000, () => 310, stop);
    expect(watch.read('ana', 'bilhete-1')?.state).toBe('sending');
  });

  it('DWN-05: hears of what another process sends, and knows better of its own', () => {
    const watch = new ZipWatch();
    watch.hear('ana', 'bilhete-1', { sent: 10, size: 100, state: 'sending' });
    watch.hear('ana', 'bilhete-1', { sent: 90, size: 100, state: 'sending' });
    expect(watch.read('ana', 'bilhete-1')).toEqual({ sent: 90, size: 100, state: 'sending' });
    expect(watch.read('rui', 'bilhete-1')).toBe(null);
    watch.begin('ana', 'bilhete-2', 100, () => 50, stop);
    watch.hear('ana', 'bilhete-2', { sent: 20, size: 100, state: 'sending' });
    expect(watch.read('ana', 'bilhete-2')?.sent).toBe(50);
  });

  it('DWN-05: one that was given up stays so, here and in the process that sends it', () => {
    const [asked, sender] = [new ZipWatch(), new ZipWatch()];
    const stopped = vi.fn();
    sender.begin('ana', 'bilhete-1', 100, () => 40, stopped);
    asked.hear('ana', 'bilhete-1', { sent: 30, size: 100, state: 'sending' });
    asked.end('rui', 'bilhete-1', 'cancelled');
    expect(asked.read('ana', 'bilhete-1')?.state).toBe('sending');
    asked.end('ana', 'bilhete-1', 'cancelled');
    sender.hear('ana', 'bilhete-1', asked.read('ana', 'bilhete-1')!);
    expect(stopped).toHaveBeenCalledTimes(1);
    // Late messages of another process.
    sender.end('ana', 'bilhete-1', 'broken');
    asked.hear('ana', 'bilhete-1', { sent: 40, size: 100, state: 'sending' });
    for (const watch of [asked, sender])
      expect(watch.read('ana', 'bilhete-1')).toEqual({ sent: 30, size: 100, state: 'cancelled' });
  });

  it('forgets the oldest', () => {
    const watch = new ZipWatch();
    for (let at = 0; at <= 1000; at++) watch.begin('ana', `bilhete-${at}`, 1, () => 0, stop);
    expect(watch.read('ana', 'bilhete-0')).toBe(null);
    expect(watch.read('ana', 'bilhete-1')).not.toBe(null);
  });

  it.each([null, '', 'curto', 'a b c d e f', 'x'.repeat(65), '../../etc/passwd'])(
    '%j is no ticket',
    (value) => {
      expect(isTicket(value)).toBe(false);
    },
  );
});
