import { describe, expect, it } from 'vitest';
import { plainDriveAddress, readDriveAddress } from './drive-address.ts';

const id = '1AbCdEfGhIjKlMnOpQrStUv';

describe('a Drive address', () => {
  it.each([
    `https://drive.google.com/drive/folders/${id}`,
    `https://drive.google.com/drive/u/0/folders/${id}?usp=sharing`,
    `  https://drive.google.com/open?id=${id} `,
    `https://drive.google.com/file/d/${id}/view`,
    `https://docs.google.com/document/d/${id}/edit`,
    `drive.google.com/drive/folders/${id}`,
    `drive.google.com/drive/u/0/folders/${id}?usp=sharing`,
    `drive.google.com/open?id=${id}`,
    `<https://drive.google.com/drive/folders/${id}>`,
    `Segue a pasta das vinhetas: https://drive.google.com/drive/folders/${id}?usp=sharing.`,
    `Vinhetas de Natal\nhttps://drive.google.com/drive/folders/${id}`,
  ])('CRP-03: %s names its id', (address) => {
    expect(readDriveAddress(address)?.id).toBe(id);
  });

  it('S11: the whole address is stored, whatever was pasted around it', () => {
    const whole = `https://drive.google.com/drive/folders/${id}`;
    for (const typed of [whole, `drive.google.com/drive/folders/${id}`, `Pasta: <${whole}>`])
      expect(plainDriveAddress(typed)).toBe(whole);
  });

  it('keeps a resource key', () => {
    expect(readDriveAddress(`https://drive.google.com/open?id=${id}&resourcekey=0-abcdefghij`)).toEqual({
      id,
      resourceKey: '0-abcdefghij',
    });
  });

  it.each([
    '',
    'drive.google.com',
    'https://example.com',
    'https://evil.test/?x=drive.google.com',
    `http://drive.google.com.evil.test/drive/folders/${id}`,
    `https://drive.google.com.evil.test/drive/folders/${id}`,
    `http://drive.google.com/drive/folders/${id}`,
    `https://drive.google.com@evil.test/drive/folders/${id}`,
    `https://user:pw@drive.google.com/drive/folders/${id}`,
    `https://drive.google.com:8443/drive/folders/${id}`,
    `javascript:alert('https://drive.google.com/drive/folders/${id}')`,
    'https://drive.google.com/drive/folders/..%2f..%2fetc',
    'https://drive.google.com/drive/my-drive',
  ])('CRP-04, A-71: %s is refused', (address) => {
    expect(readDriveAddress(address)).toBe(null);
  });
});
