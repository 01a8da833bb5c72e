import { describe, expect, it } from 'vitest';
import { commandOf, type Press } from './keys.ts';

const press = (key: string, code = '', more: Partial<Press> = {}): Press => ({
  key,
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});
const shift = { shiftKey: true };

describe('keys of the desk', () => {
  it.each([
    [press('ArrowDown'), { do: 'step', by: 1 }],
    [press('ArrowUp'), { do: 'step', by: -1 }],
    [press(' '), { do: 'toggle' }],
    [press('ArrowLeft'), { do: 'seek-by', seconds: -2 }],
    [press('ArrowRight'), { do: 'seek-by', seconds: 2 }],
    [press('ArrowRight', 'ArrowRight', shift), { do: 'peak', by: 1 }],
    [press('0', 'Digit0'), { do: 'seek-to', tenth: 0 }],
    [press('9', 'Numpad9'), { do: 'seek-to', tenth: 9 }],
    [press('F', 'KeyF'), { do: 'heart' }],
    [press('d'), { do: 'download' }],
    [press('s'), { do: 'similar' }],
    [press('p'), { do: 'project' }],
    [press('z'), { do: 'undo' }],
    [press('?', 'KeyW', shift), { do: 'help' }],
    [press('m'), { do: 'close' }],
    [press('M', 'KeyM', shift), { do: 'mute' }],
  ])('%o', (pressed, command) => {
    expect(commandOf(pressed, true)).toEqual(command);
  });

  it('takes marks by the place of the key: with Shift each keyboard writes another sign', () => {
    for (const sign of ['@', '"', '2']) {
      expect(commandOf(press(sign, 'Digit2', shift), true), sign).toEqual({ do: 'mark', mark: 2 });
    }
    expect(commandOf(press('é', 'Digit2'), true), 'AZERTY').toEqual({ do: 'seek-to', tenth: 2 });
    expect(commandOf(press('&', 'Digit7', shift), true), 'no such mark').toBeNull();
  });

  it('leaves the browser its keys, and without shortcuts everything that writes', () => {
    expect(commandOf(press('d', 'KeyD', { ctrlKey: true }), true)).toBeNull();
    expect(commandOf(press('ArrowLeft', '', { altKey: true }), true)).toBeNull();
    expect(commandOf(press('Tab'), true)).toBeNull();
    for (const typed of [press('f'), press('1', 'Digit1'), press('!', 'Digit1', shift), press('?')]) {
      expect(commandOf(typed, false)).toBeNull();
    }
    expect(commandOf(press('ArrowDown'), false)).toEqual({ do: 'step', by: 1 });
  });
});
