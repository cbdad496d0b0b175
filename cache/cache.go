// Package cache keeps compiled code objects in an SQLite file, so that a PTX text is compiled once for a device and
// not once for each run. Several processes may use the same file at once. The cache is never a reason for a failure:
// a file that cannot be read is made anew, and where that cannot be done either nothing is kept. It knows nothing of
// what it keeps: keys and values are bytes.
package cache

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver named sqlite
)

// DefaultMaxSize is the bytes a cache may hold when CUDA_CACHE_MAXSIZE does not say otherwise (NVIDIA's default).
const DefaultMaxSize = 1 << 30

// maxValue bounds one value: a larger one is not kept.
const maxValue = 256 << 20

// Config says where a cache is and how large it may be.
type Config struct {
	Dir      string // "" turns the cache off
	MaxSize  int64  // bytes of values
	Disabled bool
}

// FromEnvironment reads CUDA_CACHE_DISABLE, CUDA_CACHE_PATH and CUDA_CACHE_MAXSIZE, and FERRY_CACHE_DISABLE,
// FERRY_CACHE_PATH and FERRY_CACHE_MAXSIZE, which win. The default folder is ferry under the user's cache folder. The
// error, for a log only, names a size that is no number; the default takes its place.
func FromEnvironment(get func(string) string) (Config, error) {
	var wrong error
	first := func(name string) string {
		if v := get("FERRY_" + name); v != "" {
			return v
		}
		return get("CUDA_" + name)
	}
	c := Config{MaxSize: DefaultMaxSize}
	if v := first("CACHE_DISABLE"); v != "" && v != "0" {
		c.Disabled = true
	}
	if v := first("CACHE_MAXSIZE"); v != "" {
		if n, err := strconv.ParseInt(v, 10, 64); err == nil && n >= 0 {
			c.MaxSize = n
		} else {
			wrong = fmt.Errorf("CUDA_CACHE_MAXSIZE=%q is no number of bytes: %d is used", v, c.MaxSize)
		}
	}
	if c.Dir = first("CACHE_PATH"); c.Dir == "" {
		base := get("XDG_CACHE_HOME")
		if base == "" && get("HOME") != "" {
			base = filepath.Join(get("HOME"), ".cache")
		}
		if base != "" {
			c.Dir = filepath.Join(base, "ferry")
		}
	}
	return c, wrong
}

// Key names a value.
type Key [sha256.Size]byte

// KeyOf makes a key of everything that decides the value. Each part counts with its length, so that parts cannot run
// into each other.
func KeyOf(parts ...[]byte) Key {
	h := sha256.New()
	var n [8]byte
	for _, p := range parts {
		binary.LittleEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		h.Write(p)
	}
	var k Key
	h.Sum(k[:0])
	return k
}

// Cache is an open cache. A nil Cache keeps nothing.
type Cache struct {
	file    string
	maxSize int64

	mu sync.Mutex
	db *sql.DB
}

// schema is the file's form; another user_version makes the file be thrown away.
const (
	schemaVersion = 1
	schema        = `
CREATE TABLE IF NOT EXISTS object (
	key   BLOB PRIMARY KEY,
	sum   BLOB NOT NULL,
	used  INTEGER NOT NULL,
	size  INTEGER NOT NULL,
	value BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS object_used ON object(used);
PRAGMA user_version = 1;`
)

// Open opens the cache of a configuration, nil if there is none to be had. The reason is for a log only.
func Open(c Config) (*Cache, error) {
	if c.Disabled || c.Dir == "" || c.MaxSize == 0 {
		return nil, nil
	}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, err
	}
	x := &Cache{file: filepath.Join(c.Dir, "objects.sqlite"), maxSize: c.MaxSize}
	err := x.open()
	if err != nil {
		x.throwAway()
		err = x.open()
	}
	if err != nil {
		return nil, err
	}
	return x, nil
}

func (c *Cache) open() error {
	q := url.Values{"_pragma": {"busy_timeout(2000)", "journal_mode(WAL)", "synchronous(NORMAL)"}, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: c.file}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	var version int
	if err = db.QueryRow("PRAGMA user_version").Scan(&version); err == nil && version != 0 && version != schemaVersion {
		err = fmt.Errorf("cache: version %d", version)
	}
	if err == nil && version == 0 {
		_, err = db.Exec(schema)
	}
	if err == nil {
		_, err = db.Exec("SELECT key, sum, used, size, value FROM object LIMIT 0")
	}
	if err != nil {
		db.Close()
		return err
	}
	c.db = db
	return nil
}

// throwAway removes the file with what SQLite keeps beside it.
func (c *Cache) throwAway() {
	for _, s := range []string{"", "-wal", "-shm", "-journal"} {
		os.Remove(c.file + s)
	}
}

// recover replaces a file that turned out to be damaged; the lock is held.
func (c *Cache) recover() {
	if c.db == nil {
		return
	}
	if _, err := c.db.Exec("SELECT count(*) FROM object"); err == nil {
		return // the file is sound: another process was in the way
	}
	c.db.Close()
	c.db = nil
	c.throwAway()
	if c.open() != nil {
		c.db = nil
	}
}

// Get gives a key's value, nil if it is not there.
func (c *Cache) Get(k Key) []byte {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.db == nil {
		return nil
	}
	var sum, value []byte
	var used int64
	err := c.db.QueryRow("SELECT sum, used, value FROM object WHERE key = ?", k[:]).Scan(&sum, &used, &value)
	if err == sql.ErrNoRows {
		return nil
	}
	if err != nil {
		c.recover()
		return nil
	}
	if s := sha256.Sum256(value); string(s[:]) != string(sum) {
		c.db.Exec("DELETE FROM object WHERE key = ?", k[:])
		return nil
	}
	if now := time.Now().Unix(); now-used > 3600 {
		c.db.Exec("UPDATE object SET used = ? WHERE key = ?", now, k[:])
	}
	return value
}

// Put keeps a value, and drops the ones that were used longest ago if there is not enough room.
func (c *Cache) Put(k Key, value []byte) {
	if c == nil || int64(len(value)) > c.maxSize || len(value) > maxValue {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.db == nil {
		return
	}
	if err := c.put(k, value); err != nil {
		c.recover()
	}
}

func (c *Cache) put(k Key, value []byte) error {
	tx, err := c.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	sum := sha256.Sum256(value)
	if _, err := tx.Exec("INSERT OR REPLACE INTO object(key, sum, used, size, value) VALUES(?, ?, ?, ?, ?)",
		k[:], sum[:], time.Now().Unix(), len(value), value); err != nil {
		return err
	}
	var total int64
	if err := tx.QueryRow("SELECT coalesce(sum(size), 0) FROM object").Scan(&total); err != nil {
		return err
	}
	for total > c.maxSize {
		var old []byte
		var size int64
		err := tx.QueryRow("SELECT key, size FROM object WHERE key <> ? ORDER BY used, key LIMIT 1", k[:]).Scan(&old, &size)
		if err == sql.ErrNoRows {
			break
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec("DELETE FROM object WHERE key = ?", old); err != nil {
			return err
		}
		total -= size
	}
	return tx.Commit()
}

// Close closes the file.
func (c *Cache) Close() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.db != nil {
		c.db.Close()
		c.db = nil
	}
}
