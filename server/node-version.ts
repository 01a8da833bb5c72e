/** The Node that the program is built for and tested on, and that npm brings (`node` in package.json). */
export const neededNode = 24;

/** What is said to who starts the program on an older Node; null on a good one. */
export function refusalOfNode(version: string): string | null {
  if (Number.parseInt(version, 10) >= neededNode) return null;
  return `A Sonoteca precisa do Node ${neededNode} ou mais novo, e este é o ${version}. Use os comandos do npm (npm start, npm test): o Node certo vem com npm ci.`;
}

/**
 * Ends the process on a Node that is too old, before anything else is loaded: the program would start there, sell, and
 * fail at the first function that is missing.
 */
export function stopOnOldNode(): void {
  const refusal = refusalOfNode(process.versions.node);
  if (refusal === null) return;
  console.error(refusal);
  process.exit(1);
}
