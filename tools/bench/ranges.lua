-- wrk's script of the byte benchmark: path, cookie, and `whole` or the number of 64 KB ranges to walk through.
local count = 0
local path, cookie, ranges

function init(args)
  path, cookie = args[1], args[2]
  ranges = tonumber(args[3])
end

function request()
  local headers = { Cookie = cookie }
  if ranges then
    count = count + 1
    local start = (count * 7919 % ranges) * 65536
    headers.Range = "bytes=" .. start .. "-" .. (start + 65535)
  end
  return wrk.format("GET", path, headers)
end
