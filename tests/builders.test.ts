import { expect, it } from 'vitest';
import {
  aCreditLot,
  aCustomer,
  aDownload,
  aFavorite,
  aNotification,
  anAdmin,
  aPackageWithTracks,
  aRecordingRequest,
  aSubscriber,
} from './builders.ts';
import { testDatabase } from './database.ts';

const { db } = await testDatabase();

it('inserts every kind of row, more than once', async () => {
  for (let i = 0; i < 2; i++) {
    expect((await anAdmin(db)).role).toBe('admin');
    const { userId } = await aSubscriber(db);
    const { pack, tracks } = await aPackageWithTracks(db, 2, { title: 'Canção', kind: 'efeitos-sonoros' });
    expect(pack.titleFold).toBe('cancao');
    expect(tracks.map((track) => track.orderIndex)).toEqual([0, 1]);
    const favorite = await aFavorite(db, { userId, packageId: pack.id, trackId: tracks[0]!.id });
    expect(favorite.favoriteType).toBe('track');
    expect((await aCreditLot(db, { userId })).creditsBalance).toBe(100);
    await aCustomer(db, { userId });
    await aRecordingRequest(db, { userId });
    await aDownload(db, { userId });
    await aNotification(db);
  }
});
