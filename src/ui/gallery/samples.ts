/** A believable wave for the page of components: verses, a rise and a tail, the same at every visit. */
export function samplePeaks(seed: number, length = 400): string {
  let state = seed * 7919 + 17;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const bytes = Array.from({ length }, (_, at) => {
    const time = at / length;
    const shape =
      Math.min(1, time * 9) * Math.min(1, (1 - time) * 6) * (0.55 + 0.35 * Math.sin(time * 13 + seed));
    const beat = at % 11 < 3 ? 1 : 0.62;
    return String.fromCharCode(Math.round(255 * Math.max(0.03, shape * beat * (0.7 + 0.3 * random()))));
  });
  return btoa(bytes.join(''));
}
