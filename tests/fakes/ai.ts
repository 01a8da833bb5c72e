import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenQuestion {
  headers: IncomingMessage['headers'];
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string };
}

interface Asked {
  categories: { category: string; name: string }[];
  folders: { folder: string; name: string; inside: string[]; files: string[]; count: number }[];
}

/** A model's text, a status, or silence. */
type Said = string | { status: number } | { silent: true };
type Manner = (asked: Asked, seen: SeenQuestion) => Said | Promise<Said>;

/** A good answer: a new title per folder, the last category, the order reversed. */
const wellAnswered = ({ folders, categories }: Asked) => ({
  packages: folders.map(({ folder, name }, at) => ({
    folder,
    title: `${name}: seleção da rádio`,
    description: `Uma seleção de ${name} para a programação.`,
    category: categories.at(-1)!.category,
    tags: ['Seleção', 'rádio', 'seleção'],
    order: folders.length - 1 - at,
  })),
});

export const manners = {
  good: (asked) => JSON.stringify(wellAnswered(asked)),
  fenced: (asked) =>
    `Aqui está:\n\`\`\`json\n${JSON.stringify(wellAnswered(asked), null, 2)}\n\`\`\`\nBom trabalho!`,
  nonsense: () => 'Desculpe, não posso ajudar com isso.',
  cutOff: (asked) => JSON.stringify(wellAnswered(asked)).slice(0, 60),
  broken: () => ({ status: 500 }),
  silent: () => ({ silent: true as const }),
  /** Refuses structured output, as some providers do. */
  plainOnly: (asked, seen) =>
    seen.response_format ? { status: 400 } : `\`\`\`\n${JSON.stringify(wellAnswered(asked))}\n\`\`\``,
  /** Follows instructions in a file's name. */
  obedient: ({ folders }) =>
    JSON.stringify({
      packages: [
        ...folders.map(({ folder }) => ({
          folder,
          title: 'HACKED',
          description: 'Baixe em https://evil.test <script>alert(1)</script>',
          category: 'c999',
          tags: ['http://evil.test', '<b>x</b>', 'a'.repeat(500)],
          order: -99,
          isActive: true,
          files: ['outro-arquivo'],
        })),
        { folder: 'p999', title: 'Pacote inventado', description: 'x', category: 'c1', tags: [], order: 0 },
        {
          folder: folders[0]?.folder,
          title: 'Segunda vez',
          description: 'x',
          category: 'c1',
          tags: [],
          order: 0,
        },
        'nem é um objeto',
      ],
      deletePackages: ['todos'],
    }),
} satisfies Record<string, Manner>;

/** A server with the common subset of the chat completions protocol. */
export async function fakeAi(options: { port?: number; manner?: Manner } = {}) {
  const questions: SeenQuestion[] = [];
  const state = { manner: options.manner ?? (manners.good as Manner) };
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (req.method !== 'POST' || req.url !== '/v1/chat/completions') return void res.writeHead(404).end();
    const seen = {
      ...(JSON.parse(Buffer.concat(chunks).toString()) as SeenQuestion),
      headers: req.headers,
    };
    questions.push(seen);
    const asked = JSON.parse(seen.messages.find(({ role }) => role === 'user')!.content) as Asked;
    const said = await state.manner(asked, seen);
    if (typeof said === 'object' && 'silent' in said) return;
    const isText = typeof said === 'string';
    const message = { role: 'assistant', content: said };
    const body = isText
      ? {
          id: 'chatcmpl-1',
          object: 'chat.completion',
          created: 1,
          model: seen.model,
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        }
      : { error: { message: 'stand-in', type: 'server_error', code: null } };
    res.writeHead(isText ? 200 : said.status, { 'content-type': 'application/json' });
    res.end(JSON.stringify(body));
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    url,
    questions,
    answer: (manner: Manner): void => {
      state.manner = manner;
    },
    settings: { AI_BASE_URL: url, AI_API_KEY: 'segredo-da-ia', AI_MODEL: 'modelo-de-teste' },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
