/** Runs before the first paint, so that a chosen theme never flashes. The server puts its hash into the CSP. */
export const themeScript = `try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;
