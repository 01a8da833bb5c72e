/** The Node version that the program is built for and that npm installs (`node` in package.json). */
export const neededNode = 24;

/** The message for an older Node; null on a supported one. */
export function refusalOfNode(version: string): string | null {
  if (Number.parseInt(version, 10) >= neededNode) return null;
  return `A Sonoteca precisa do Node ${neededNode} ou mais novo, e este é o ${version}. Use os comandos do npm (npm start, npm test): o Node certo vem com npm ci.`;
}

/** Exits on an old Node, where the site would start and fail at the first missing function. */
export function stopOnOldNode(): void {
  const refusal = refusalOfNode(process.versions.node);
  if (refusal === null) return;
  console.error(refusal);
  process.exit(1);
}
