import { Hono } from 'hono';
import { z } from 'zod';
import { requireAdmin, requireUser } from '#features/accounts/gates.server.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { inGroups } from '#features/search/suggestions/model.ts';
import {
  suggestCategories,
  suggestSounds,
  suggestTerm,
} from '#features/search/suggestions/queries.server.ts';
import { longestTerm } from '#features/search/term.ts';
import { accountAsked, findCommands } from '#features/site/palette-commands.ts';
import { suggestAccounts } from '#features/support/account-queries.server.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

const querySchema = z.object({
  q: z
    .string()
    .max(longestTerm)
    .default('')
    .transform((text) => text.trim()),
  /** For the palette: pages, actions and categories too. */
  all: z.literal('1').optional(),
});

/**
 * GET /functions/suggestions?q=&all=: what a text that is being typed may mean, in the order in which it is shown. For
 * everyone signed in; pages and actions are those of the viewer's role.
 */
export function suggestionsEndpoint(app: App): Hono {
  return new Hono().get('/functions/suggestions', async (c) => {
    const viewer = await app.viewers.read(c.req.raw);
    const user = requireUser(viewer);
    const asked = querySchema.safeParse(c.req.query());
    if (!asked.success) throw new AppError('invalid', 'Busca inválida.');
    const { q, all } = asked.data;
    const [named, sounds] = await Promise.all([all ? suggestCategories(app, q) : [], suggestSounds(app, q)]);
    const account = all && isAdmin(user) ? accountAsked(q) : null;
    const accounts = account
      ? await suggestAccounts(app.db, requireAdmin(viewer), account, app.clock.now())
      : [];
    const commands = all ? findCommands(isAdmin(user), q) : [];
    const term = all && q ? [suggestTerm(q)] : [];
    const suggestions = inGroups([...accounts, ...commands, ...named, ...sounds, ...term]);
    return c.json({ suggestions }, 200, { 'Cache-Control': 'private, no-store' });
  });
}
