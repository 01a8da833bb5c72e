/**
 * How a server gets the ffmpeg that it lacks, for its operator.
 * @param folder FFMPEG_PATH
 */
export const ffmpegAdvice = (folder: string | undefined): string =>
  folder
    ? `O ffmpeg não está em ${folder}: confira FFMPEG_PATH.`
    : 'O ffmpeg não está instalado. No Debian: apt-get install ffmpeg.';

/** What a site without ffmpeg does not do. */
export const withoutFfmpeg =
  'Sem ele os sons são medidos só em parte, ficam sem prévia leve e só são entregues como estão.';
