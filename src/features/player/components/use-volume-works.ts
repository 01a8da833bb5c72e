import { useEffect, useState } from 'react';

/** Whether this device lets a page set the volume; iPhones do not, so no slider is shown. */
export function useVolumeWorks(): boolean {
  const [works, setWorks] = useState(true);
  useEffect(() => {
    const probe = document.createElement('audio');
    probe.volume = 0.5;
    setWorks(probe.volume === 0.5);
  }, []);
  return works;
}
