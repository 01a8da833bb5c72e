/**
 * Loaded ahead of a program that npm starts: the end of npm's shell is a SIGTERM, because the shell passes none on. A
 * signal that has reached the program itself is not repeated, as a second one would kill it.
 */
const shell = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === shell) return;
  clearInterval(timer);
  if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
}, 250);
timer.unref();
