import { describe, expect, it } from 'vitest';
import { findCommands } from './palette-commands.ts';

const found = (text: string, isAdmin = true) => findCommands(isAdmin, text).map(({ label }) => label);

describe('the pages and actions of the palette', () => {
  it.each([
    ['novo pacote', 'Novo pacote'],
    ['modo de manutenção', 'Modo de manutenção'],
    ['modo manutencao', 'Modo de manutenção'],
    ['modo de manutensão', 'Modo de manutenção'],
    ['rascunos', 'Rascunhos'],
    ['drive', 'Novo pacote'],
    ['favo', 'Favoritos'],
    ['trocar a senha', 'Segurança da conta'],
  ])('%s: %s', (text, label) => {
    expect(found(text)[0]).toBe(label);
  });

  it('a word and what follows it lead to the filtered list', () => {
    const [users] = findCommands(true, 'usuário maria@exemplo.com & co');
    expect(users).toMatchObject({
      label: 'Usuários com “maria@exemplo.com & co”',
      to: '/admin/manage-users?q=maria%40exemplo.com%20%26%20co',
    });
    expect(found('maria@exemplo.com')[0]).toBe('Usuários com “maria@exemplo.com”');
    expect(found('pacotes de natal')[0]).toBe('Pacotes com “de natal”');
  });

  it('nobody else sees what is for administrators', () => {
    for (const text of ['', 'novo pacote', 'modo de manutenção', 'usuário maria@x', 'pacotes x', 'painel']) {
      for (const { to } of findCommands(false, text)) expect(to).not.toMatch(/^\/(admin|edit-home)/);
    }
  });

  it('finds nothing for what no page is called', () => {
    expect(found('ornitorrinco')).toEqual([]);
    expect(found('%')).toEqual(found(''));
  });
});
