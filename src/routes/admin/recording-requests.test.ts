import { expect, it } from 'vitest';
import { aCreditLot, anAdmin, aPackage, aSubscriber } from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';

const { app, signIn, ask } = await wholeSite();
const { db } = app;

it.each(['(11) 99999-0000', '+55 11 99999-0000', '11999990000', 'https://wa.me/5511999990000'])(
  'CRE-19: %s is taken, and the administrators’ link has digits with the country’s code',
  async (whatsapp) => {
    const user = await aSubscriber(db);
    await aCreditLot(db, { userId: user.userId, amount: 25 });
    const jingles = await aPackage(db, { kind: 'pacotes-vinhetas' });
    const asked = await ask('/functions/create-recording-request', {
      method: 'POST',
      headers: { Cookie: await signIn(user), 'Content-Type': 'application/json' },
      body: JSON.stringify({ packageId: jingles.id, radioName: 'Rádio Cidade', whatsapp }),
    });
    expect(asked.status).toBe(201);
    const headers = { Cookie: await signIn(await anAdmin(db)) };
    const page = await (await ask('/admin/recording-requests', { headers })).text();
    expect(page).toContain('href="https://wa.me/5511999990000?text=');
    expect(page).toContain(jingles.title);
  },
);
